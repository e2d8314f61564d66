const two = (number: number) => `${number}`.padStart(2, '0')

/** A moment on the wall clock of this device, as sheets have dates: 2026-11-25T08:30:00. Not a moment: the text itself. */
export function wallClock(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return moment
  const date = [`${at.getFullYear()}`.padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}
