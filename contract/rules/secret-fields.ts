/** Names of fields whose values are written down nowhere. */
const SECRET = /password|secret|token|^otp$|^pin$/i
/** Names that are secrets as what a call takes, and plain values elsewhere. */
const GIVEN = /^(?:code|ticket|userClientId)$/

/** Whether a value under this name is hidden where it would be stored, such as in the trail. */
export const isSecretName = (name: string): boolean => SECRET.test(name)

/** Whether a field of a call may be a secret, so that it is taken from the body alone: addresses stand in logs and histories. */
export const isSecretField = (name: string): boolean => SECRET.test(name) || GIVEN.test(name)
