"""A referee that examines one bot: conversations led on purpose, and matches in which the others are stand-ins.

What is asked is made by the real rules, views and questions, and travels on the real wire. At the border of this
package are plain values alone.
"""
