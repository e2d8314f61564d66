import { PIN_LENGTH } from '../../endpoints/faces/face.ts'

/** Whether a text can be a PIN: 6 to 12 digits, not one digit repeated, and no sequence such as 123456 or 987654. */
export function isFacePin(text: string): boolean {
  if (!/^\d+$/.test(text) || text.length < PIN_LENGTH.least || text.length > PIN_LENGTH.most) return false
  const steps = new Set([...text].slice(1).map((digit, at) => (Number(digit) - Number(text[at]) + 10) % 10))
  const [step] = steps
  return steps.size > 1 || (step !== 0 && step !== 1 && step !== 9)
}
