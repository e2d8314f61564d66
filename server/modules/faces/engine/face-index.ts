import type { MatchLimits } from '../../../runtime/config.ts'
/** Numbers in a descriptor. */
export const DESCRIPTOR_LENGTH = 128
/** Numbers that are added before it is asked whether the sum is too large already: most faces are done after two or three such steps. */
const STEP = 16
const FIRST_ROOM = 64

/** The faces of one unit, to be searched by one: kept in one array, person beside person, in no order. */
export interface FaceIndex {
  /** Puts these descriptors in place of those that the person had; none removes the person. */
  put(personId: string, descriptors: readonly Float32Array[]): void
  /** The person whom a face belongs to: near enough, and nobody else nearly as near. Undefined otherwise. */
  search(face: Float32Array, limits: MatchLimits): string | undefined
  /** How many descriptors there are. */
  size(): number
}

/** An empty index. A search takes time with the number of faces, 50,000 in some ten milliseconds, and makes nothing that must be collected. */
export function createFaceIndex(): FaceIndex {
  let numbers = new Float32Array(FIRST_ROOM * DESCRIPTOR_LENGTH)
  /** Which person, as a number, each row belongs to. */
  let owners = new Int32Array(FIRST_ROOM)
  let count = 0
  /** Persons by their number; a number whose person is gone is used again. */
  const people: (string | undefined)[] = []
  const free: number[] = []
  const known = new Map<string, { number: number; rows: number[] }>()

  function add(number: number, descriptor: Float32Array): number {
    if (descriptor.length !== DESCRIPTOR_LENGTH) throw new TypeError(`a descriptor has ${DESCRIPTOR_LENGTH} numbers`)
    if (count === owners.length) grow()
    numbers.set(descriptor, count * DESCRIPTOR_LENGTH)
    owners[count] = number
    return count++
  }

  function grow(): void {
    const wider = new Float32Array(numbers.length * 2)
    wider.set(numbers)
    numbers = wider
    const longer = new Int32Array(owners.length * 2)
    longer.set(owners)
    owners = longer
  }

  /** The last row takes the place of the one that goes. */
  function drop(row: number): void {
    const last = --count
    if (row !== last) {
      numbers.copyWithin(row * DESCRIPTOR_LENGTH, last * DESCRIPTOR_LENGTH, (last + 1) * DESCRIPTOR_LENGTH)
      const owner = owners[last] ?? 0
      owners[row] = owner
      const rows = known.get(people[owner] ?? '')?.rows
      rows?.splice(rows.indexOf(last), 1, row)
    }
    // Nobody's face stays in memory because its row was not used again.
    numbers.fill(0, last * DESCRIPTOR_LENGTH, (last + 1) * DESCRIPTOR_LENGTH)
  }

  function remove(personId: string): void {
    const person = known.get(personId)
    if (!person) return
    while (person.rows.length > 0) drop(person.rows.pop() ?? 0)
    known.delete(personId)
    people[person.number] = undefined
    free.push(person.number)
  }

  return {
    put(personId, descriptors) {
      remove(personId)
      if (descriptors.length === 0) return
      const number = free.pop() ?? people.length
      people[number] = personId
      known.set(personId, { number, rows: descriptors.map((descriptor) => add(number, descriptor)) })
    },

    search(face, { distance, margin }) {
      // Squares are compared, and nothing farther than anybody may be for the answer to change is looked at to its end.
      const far = (distance + margin) ** 2
      let best = far
      let second = far
      let owner = -1
      for (let row = 0; row < count; row += 1) {
        const rowOwner = owners[row] ?? 0
        const bound = rowOwner === owner ? best : second
        const square = squaredDistance(numbers, row * DESCRIPTOR_LENGTH, face, bound)
        if (square >= bound) continue
        if (rowOwner === owner) best = square
        else if (square < best) {
          second = best
          best = square
          owner = rowOwner
        } else second = square
      }
      if (owner < 0 || best > distance ** 2 || Math.sqrt(second) - Math.sqrt(best) < margin) return undefined
      return people[owner]
    },

    size: () => count,
  }
}

/** How far two descriptors lie from each other. */
export function faceDistance(one: Float32Array, other: Float32Array): number {
  return Math.sqrt(squaredDistance(one, 0, other, Infinity))
}

/** The squared distance, or something not below `bound` where it is not. */
function squaredDistance(numbers: Float32Array, start: number, face: Float32Array, bound: number): number {
  let sum = 0
  for (let from = 0; from < DESCRIPTOR_LENGTH; from += STEP) {
    // Four sums that do not wait for each other: a processor adds them side by side, which halves the time.
    let one = 0
    let two = 0
    let three = 0
    let four = 0
    for (let at = from; at < from + STEP; at += 4) {
      const first = (numbers[start + at] ?? 0) - (face[at] ?? 0)
      const second = (numbers[start + at + 1] ?? 0) - (face[at + 1] ?? 0)
      const third = (numbers[start + at + 2] ?? 0) - (face[at + 2] ?? 0)
      const fourth = (numbers[start + at + 3] ?? 0) - (face[at + 3] ?? 0)
      one += first * first
      two += second * second
      three += third * third
      four += fourth * fourth
    }
    sum += one + two + three + four
    if (sum >= bound) return sum
  }
  return sum
}
