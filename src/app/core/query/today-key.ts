/** The key of today's cards. Apart from their query, so that the live stream, which renews them, does not load it. */
export const TODAY_KEY = ['desktop.today'] as const
