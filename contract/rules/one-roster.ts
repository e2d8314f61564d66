// OneRoster 1.2 of 1EdTech, with which other systems read rosters.

/** The rostering service, below a unit's address. */
export const ONE_ROSTER_PATH = '/ims/oneroster/rostering/v1p2'
/** Where its tokens come from. */
export const TOKEN_PATH = '/oidc/token'

const SCOPE = 'https://purl.imsglobal.org/spec/or/v1p2/scope'

/** Scopes that third parties may have in their own name. */
export const ROSTER_SCOPES = [
  `${SCOPE}/roster-core.readonly`,
  `${SCOPE}/roster.readonly`,
  `${SCOPE}/roster-demographics.readonly`,
] as const

export type RosterScope = (typeof ROSTER_SCOPES)[number]
