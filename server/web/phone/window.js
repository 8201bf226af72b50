// Whether the window is as small as a phone's: then a player's many plain cards are folded, and a card of the hand is
// raised before it is used. The style sheets of this folder are for the same windows (index.html).

const SMALL = matchMedia("(max-width: 60rem), (max-height: 30rem)");

const LOW = matchMedia("(max-height: 30rem) and (min-width: 35rem)"); // a phone that lies

export const isSmall = () => SMALL.matches;

/** The height of cards there, times their width; null in a large window. */
export const tallness = () => (LOW.matches ? 1 : SMALL.matches ? 1.2 : null);
