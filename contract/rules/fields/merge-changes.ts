/** The names of the fields in which two records differ. */
export function changedFields<Fields extends object>(one: Fields, other: Fields): (keyof Fields & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of one of them
  const keys = Object.keys(one) as (keyof Fields & string)[]
  return keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
}

/**
 * Another person's record with what was changed here since `base`. `both`: the fields that both have changed, differently; `others`: those in which the other
 * record differs from what was here, and that the other person has changed.
 */
export function mergeChanges<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): {
  readonly merged: Fields
  readonly both: (keyof Fields & string)[]
  readonly others: (keyof Fields & string)[]
} {
  const own = changedFields(base, mine)
  const changed = Object.fromEntries(own.map((key) => [key, mine[key]]))
  const changedByThem = new Set<string>(changedFields(base, theirs))
  const others = changedFields(mine, theirs).filter((key) => changedByThem.has(key))
  return {
    merged: { ...theirs, ...changed },
    both: others.filter((key) => own.includes(key)),
    others,
  }
}
