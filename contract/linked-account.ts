/** The header by which a call is made on behalf of a linked account at another school: its user id. Only for endpoints with `linked`. */
export const LINKED_ACCOUNT_HEADER = 'x-portal-account'
