/**
 * A database of the portal before its schema was one description: its last migration, and SHA-256 of the names and checksums of its migrations (a line
 * `name checksum` each). The second one is of databases that were made while a comment of migration 0080 was another one.
 */
export const ADOPTED = {
  last: '0100_known_hosts',
  sums: [
    '14014699beaab2b6b82cd036bbea80dde7a2a5c3ae3f464eff518a7084078f4e',
    'ad797ffb094cafde9ce14c42c61176c1ccb313078c7d0c35b31fac69b401ecce',
  ],
} as const
