"""Lists of players as people have them: CSV in any of the usual encodings, Excel, or pasted text. Pure.

files     bytes or text → a grid of text cells with their line numbers
columns   which column holds what, by its heading or by what stands in it
rows      the grid as registrations, each with what is wrong or doubtful about it
"""
