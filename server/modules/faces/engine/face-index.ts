import type { MatchLimits } from '../../../runtime/config.ts'
export const DESCRIPTOR_LENGTH = 128
/** Numbers added between two comparisons with the bound: most faces are ruled out after two or three steps. */
const STEP = 16
const FIRST_ROOM = 64
/** About what the maps need for a person. */
const PERSON_BYTES = 300

export type FaceIndex = ReturnType<typeof createFaceIndex>

/** An empty index of the faces of one unit, in one array. A search is linear, some ten milliseconds for 50,000 faces, and allocates nothing. */
export function createFaceIndex() {
  let numbers = new Float32Array(FIRST_ROOM * DESCRIPTOR_LENGTH)
  /** The person's number of each row. */
  let owners = new Int32Array(FIRST_ROOM)
  let count = 0
  /** People by their number; numbers of removed people are reused. */
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

  /** The last row takes the place of the removed one. */
  function drop(row: number): void {
    const last = --count
    if (row !== last) {
      numbers.copyWithin(row * DESCRIPTOR_LENGTH, last * DESCRIPTOR_LENGTH, (last + 1) * DESCRIPTOR_LENGTH)
      const owner = owners[last] ?? 0
      owners[row] = owner
      const rows = known.get(people[owner] ?? '')?.rows
      rows?.splice(rows.indexOf(last), 1, row)
    }
    // Removed faces must not stay in memory.
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
    /** Replaces a person's descriptors; none removes the person. */
    put(personId: string, descriptors: readonly Float32Array[]): void {
      remove(personId)
      if (descriptors.length === 0) return
      const number = free.pop() ?? people.length
      people[number] = personId
      known.set(personId, { number, rows: descriptors.map((descriptor) => add(number, descriptor)) })
    },

    /** The person of a face: near enough, and no other nearly as near. Undefined otherwise. */
    search(face: Float32Array, { distance, margin }: MatchLimits): string | undefined {
      // Squares are compared, with an early exit beyond the distance that can change the result.
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
    /** Of its arrays; people add some hundred each. */
    bytes: () => numbers.byteLength + owners.byteLength + known.size * PERSON_BYTES,
  }
}

export function faceDistance(one: Float32Array, other: Float32Array): number {
  return Math.sqrt(squaredDistance(one, 0, other, Infinity))
}

/** The squared distance, or a value not below `bound`. */
function squaredDistance(numbers: Float32Array, start: number, face: Float32Array, bound: number): number {
  let sum = 0
  for (let from = 0; from < DESCRIPTOR_LENGTH; from += STEP) {
    // Four independent sums, which a processor adds in parallel, in half the time.
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
