// The part of the cost that is paid by the picks so far.

/**
 * The number of units that options pay together: each thing that they generate pays one of those that its list names.
 */
export function paidBy(options) {
  const payer = new Map(); // unit -> the list of what pays it
  const things = options.flatMap(({ pays = [] }) => pays);
  return things.filter((units) => findUnit(units, payer, new Set())).length;
}

/** Have a thing pay a unit; what pays that now may have to pay another instead. */
function findUnit(units, payer, tried) {
  for (const unit of units) {
    if (tried.has(unit)) continue;
    tried.add(unit);
    if (payer.has(unit) && !findUnit(payer.get(unit), payer, tried)) continue;
    payer.set(unit, units);
    return true;
  }
  return false;
}
