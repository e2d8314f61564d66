import type { FreeIcon } from '../../../contract/rules/desktop/own-application.ts'

/** Top and bottom colour of application tiles. White has a contrast of at least 3:1 on the middle of each. */
export const hues = {
  blue: ['#5d8ff2', '#3563cf'],
  indigo: ['#7d84f3', '#4f51c9'],
  violet: ['#a17fec', '#7447c6'],
  pink: ['#ea7cb0', '#c23f7d'],
  red: ['#ef726c', '#c63a3d'],
  orange: ['#f3914f', '#c95617'],
  amber: ['#e3a01f', '#b36a00'],
  olive: ['#8fb832', '#57800c'],
  green: ['#52b57e', '#247b4d'],
  teal: ['#38b2ab', '#107a75'],
  sky: ['#45aee2', '#1775ac'],
  slate: ['#8493ac', '#4f5f7a'],
} as const satisfies Record<string, readonly [string, string]>

type Hue = keyof typeof hues

/** A filled Phosphor glyph on one of the hues. */
export interface IconArt {
  readonly glyph: string
  readonly hue: Hue
}

/** By application code. No two share both glyph and hue. */
export const iconCatalogue = {
  files: { glyph: 'folder-open', hue: 'blue' },
  attendance: { glyph: 'clock-user', hue: 'green' },
  administration: { glyph: 'user-gear', hue: 'slate' },
  roster: { glyph: 'address-book', hue: 'orange' },
  'smart-schools': { glyph: 'chalkboard-teacher', hue: 'green' },
  'smart-education': { glyph: 'graduation-cap', hue: 'indigo' },
  'national-library': { glyph: 'books', hue: 'teal' },
  'palace-museum': { glyph: 'crown', hue: 'red' },
  'national-museum': { glyph: 'bank', hue: 'amber' },
  dunhuang: { glyph: 'paint-brush-broad', hue: 'orange' },
  'science-museum': { glyph: 'rocket-launch', hue: 'violet' },
  'popular-science': { glyph: 'atom', hue: 'sky' },
  geogebra: { glyph: 'compass-tool', hue: 'indigo' },
  phet: { glyph: 'flask', hue: 'teal' },
  scratch: { glyph: 'puzzle-piece', hue: 'amber' },
  cnki: { glyph: 'article', hue: 'blue' },
  'peoples-education-press': { glyph: 'book-open-text', hue: 'green' },
  'education-exams': { glyph: 'exam', hue: 'orange' },
  chsi: { glyph: 'certificate', hue: 'sky' },
  gaokao: { glyph: 'target', hue: 'pink' },
  'teacher-certificate': { glyph: 'identification-badge', hue: 'violet' },
  'education-ministry': { glyph: 'buildings', hue: 'red' },
  'government-services': { glyph: 'stamp', hue: 'blue' },
  statistics: { glyph: 'chart-bar', hue: 'slate' },
  'education-news': { glyph: 'newspaper', hue: 'olive' },
  weather: { glyph: 'cloud-sun', hue: 'sky' },
  railway: { glyph: 'train', hue: 'slate' },
  'fire-safety': { glyph: 'fire-extinguisher', hue: 'red' },
  'school-bus': { glyph: 'bus', hue: 'amber' },
  evaluation: { glyph: 'medal', hue: 'pink' },
  supervision: { glyph: 'clipboard-text', hue: 'violet' },
  survey: { glyph: 'table', hue: 'green' },
  classroom: { glyph: 'presentation-chart', hue: 'olive' },
} as const satisfies Record<string, IconArt>

/** For applications that units make themselves. */
export const freeIcons = {
  link: { glyph: 'link-simple', hue: 'blue' },
  website: { glyph: 'globe-simple', hue: 'sky' },
  video: { glyph: 'video-camera', hue: 'red' },
  calendar: { glyph: 'calendar-check', hue: 'orange' },
  notes: { glyph: 'notebook', hue: 'slate' },
  mail: { glyph: 'envelope-simple', hue: 'indigo' },
  forum: { glyph: 'chats-circle', hue: 'teal' },
  broadcast: { glyph: 'megaphone-simple', hue: 'pink' },
  support: { glyph: 'headset', hue: 'violet' },
  languages: { glyph: 'translate', hue: 'blue' },
  calculator: { glyph: 'calculator', hue: 'slate' },
  science: { glyph: 'microscope', hue: 'teal' },
  nature: { glyph: 'plant', hue: 'green' },
  music: { glyph: 'music-notes', hue: 'pink' },
  sports: { glyph: 'soccer-ball', hue: 'olive' },
  photos: { glyph: 'camera', hue: 'violet' },
  films: { glyph: 'film-slate', hue: 'indigo' },
  ideas: { glyph: 'lightbulb', hue: 'amber' },
  awards: { glyph: 'trophy', hue: 'amber' },
  meals: { glyph: 'fork-knife', hue: 'orange' },
  health: { glyph: 'first-aid-kit', hue: 'red' },
  safety: { glyph: 'shield-check', hue: 'green' },
  places: { glyph: 'map-pin', hue: 'red' },
  payments: { glyph: 'wallet', hue: 'olive' },
  shop: { glyph: 'shopping-bag', hue: 'pink' },
  printing: { glyph: 'printer', hue: 'slate' },
  repairs: { glyph: 'wrench', hue: 'amber' },
  partners: { glyph: 'handshake', hue: 'sky' },
} as const satisfies Record<FreeIcon, IconArt>
