/** Loads the WebAuthn library on first use: it takes a fifth of the server's start, and many schools have no passkeys. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
