// Whether the window is as small as a phone's: then a player's many plain cards are folded, and a card of the hand is
// raised before it is used. The style sheets of this folder are for the same windows (index.html).

const SMALL = matchMedia("(max-width: 60rem), (max-height: 30rem)");

const LOW = matchMedia("(max-height: 30rem) and (min-width: 35rem)"); // a phone that lies

const SHORT = matchMedia("(max-height: 48rem)");
const MOST_SEATS = 2; // more share what height there is

export const isSmall = () => SMALL.matches;

/** Whether there is room for one row of cards before each of so many seats, and no more. */
export const isTight = (seats) => SMALL.matches && (SHORT.matches || seats > MOST_SEATS);

/** The height of cards there, times their width; null in a large window. */
export const tallness = (seats) => (isTight(seats) ? (LOW.matches ? 0.88 : 0.82) : SMALL.matches ? 1.2 : null);
