"""A leaf package: a season document in, a folder of finished pages out.

It imports nothing of `arena`.
"""
