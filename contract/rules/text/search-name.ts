// How names are searched, as the database does by portal_search_name: apart from fold-text.ts, because the sign-in needs that one alone.

import { foldName, lower } from './fold-text.ts'

/** Letters that have no decomposition. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** A name as it is searched: as it is compared, and without accents ('Müller' as 'muller'). */
export function searchName(name: string): string {
  return foldName(name)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[øłđðıħßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
}

const withUmlauts = (name: string) =>
  [...name.normalize('NFC')]
    .map(lower)
    .join('')
    .replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter)

/** The ways in which a name is searched, at least one: 'Müller' as 'muller' and 'mueller'. */
export function searchForms(name: string): string[] {
  return [...new Set([searchName(name), searchName(withUmlauts(name))])]
}
