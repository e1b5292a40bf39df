// The explore board: a position on which moves can be tried, and the tree of variations beside it.
// Nothing that happens here plays a move.
//
// The page includes templates/games/explore_board.html once, and this module brings it to life:
//
//     const board = openBoard(
//       { start, pliesBefore, tree, line, path, readOnly },
//       { onChange, refuse, describe },
//     );
//
// start        text of the position in which the tree begins
// pliesBefore  how many plies were played before it: the side choice is asked for at ply 2 alone
// tree         { start, children: [{ text, comment, children }] }, as games/rules/tree.py reads it
// line         texts of the plies that were played in the game from there on; they are shown as the
//              first variation, cannot be deleted, and are stored only where the tree needs them
// path         texts that lead to the position shown first; by default the end of the line
// readOnly     shows the tree without changing it
//
// onChange(tree)         the reader changed the tree; given as it is stored
// refuse(path, text)     a sentence if this ply may not be added after that path, or null
// describe(path, node)   { className, words } for the list, or null; `words` are read out
//
// The answer is { tree(), path(), show(path), replace(tree), extend(line), undoable }.
