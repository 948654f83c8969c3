"""Matches played on other machines, each as one task of a Dask cluster (docs/cluster.md).

The arena's side is `arena.cluster.hall`, the machines' side `arena.cluster.worker`. What goes between them is in
`arena.cluster.orders` and `arena.cluster.answers`, as bytes. The library is touched by `library`, `office`, `member`
and `call` alone, which run on its event loop.
"""
