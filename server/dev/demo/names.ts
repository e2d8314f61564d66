import names from './names.json' with { type: 'json' }

export interface PersonName {
  readonly chinese: string
  readonly pinyin: string
}

const { surnames, ...givenNames } = names

export type NameKind = keyof typeof givenNames

/** Draws names that are not yet in `taken`, and adds them to it. */
export class NameSource {
  private readonly random: Random
  private readonly taken: Set<string>

  constructor(random: Random, taken: Iterable<string> = []) {
    this.random = random
    this.taken = new Set(taken)
  }

  /** A new name of the kind, with the given family name if any; throws when that family's names are used up. */
  draw(kind: NameKind, surname?: PersonName): PersonName {
    for (let attempt = 0; attempt < 1000; attempt++) {
      const family = surname ?? pick(this.random, surnames)
      const given = pick(this.random, givenNames[kind])
      const chinese = family.chinese + given.chinese
      if (this.taken.has(chinese)) continue
      this.taken.add(chinese)
      return { chinese, pinyin: `${family.pinyin} ${given.pinyin}` }
    }
    throw new Error(`No ${kind} name is left`)
  }

  /** A family name shared by parents and children. */
  drawSurname(): PersonName {
    return pick(this.random, surnames)
  }
}

/** Numbers from 0 up to 1, the same sequence for the same seed, so that every demo school has the same people. */
export type Random = () => number

/** Mulberry32: small, and even enough to draw names with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An item of a non-empty list. */
export function pick<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
