import type { CDPSession, Page } from '@playwright/test'

/** Gives the browser a platform authenticator, as phones and computers have it, whose person can refuse. */
export async function addPasskeyAuthenticator(
  page: Page,
): Promise<{ cdp: CDPSession; refuse: (refuses: boolean) => Promise<void> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const refuse = async (refuses: boolean) => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refuses })
  }
  return { cdp, refuse }
}
