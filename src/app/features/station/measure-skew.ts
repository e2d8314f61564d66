/** A slow answer says little about when the server wrote its time. */
const SLOWEST = 2000

/** What a greeting took, in milliseconds of the device's clock, and the server's time in between. */
export interface Greeting {
  readonly sentAt: number
  readonly answeredAt: number
  readonly serverTime: number
}

/** Milliseconds to add to the device's clock, by Cristian's algorithm (Cristian 1989): the server's time is taken to be that of the middle. Null where that is too vague. */
export function measureSkew({ sentAt, answeredAt, serverTime }: Greeting): number | null {
  const took = answeredAt - sentAt
  // Negative: the device's clock was set in between.
  if (took < 0 || took > SLOWEST) return null
  return Math.round(serverTime - (sentAt + took / 2))
}
