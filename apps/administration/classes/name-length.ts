/** Of a class and the like, in characters. */
export const NAME_LENGTH = { name: 50, englishName: 100 }
