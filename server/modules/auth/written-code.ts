import { randomInt } from 'node:crypto'
import { hashToken } from './session-tokens.ts'

/** Capitals and digits that are not taken for others on paper. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** A code that is read and typed: twelve signs in groups, 59 bits. */
export function createCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** What is stored of a code, and compared with one that is typed in any form. */
export function hashCode(code: string): Buffer {
  return hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
}
