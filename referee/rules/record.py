"""The record of a deal as one line of JSON, both ways; `referee audit` replays it by the rules alone.

Cards are written one after another, two letters each. A line looks so (line breaks added)::

    {"record": "tractor/1", "match": "…", "board": 3, "deal": 1, "whole_game": false,
     "rules": {"preset": "tractor"}, "rules_id": "…", "names": ["Ada", "Bo", "Ada", "Bo"],
     "levels": ["2", "2"], "rank": "2", "first": "North", "starter": null,
     "deck": "2CKD…", "bids": [[24, "North", "2H"], [100, "East", "2S2S"]],
     "trump": "2S", "turned": "", "buried": "…",
     "tricks": [["North", "KSKS", "3S4S", "QS8S", "5S7S"], …], "throws": [[4, "AHQHQH"]],
     "result": {"total": 85, "declarers_won": false, "gains": [0, 2], "levels": ["2", "4"],
                "next_starter": "West", "game_won_by": null},
     "faults": [{"seat": "West", "decision": 57, "ending": "illegal", "rule": "F3", "overrun_s": 0, "offence": "…"}],
     "defaults": [57], "notes": [[58, "text"]]}

``bids`` gives the number of cards drawn when the bid was made; what is not listed was a pass. ``throws`` gives trick
index and all cards of a throw that failed. A deal thrown in has ``"thrown_in": true`` and neither trump nor result.
Decisions are counted from 0 over the deal, passes included.
"""

from __future__ import annotations
