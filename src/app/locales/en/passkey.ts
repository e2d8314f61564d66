import type { PasskeyTexts } from '../zh-CN/passkey.ts'

const passkey: PasskeyTexts = {
  cancelled:
    'Not signed in: the passkey window was closed, or it took too long. Try again, or sign in with your user name and password',
  address: 'Passkeys do not work at this address. Sign in with your user name and password',
  exists: 'This device has a passkey of this account already',
  device: 'This device cannot use passkeys just now. Sign in with your user name and password',
}

export default passkey
