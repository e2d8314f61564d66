import { removeOwnPicture } from '../../../../contract/endpoints/account.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { errorTexts } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { call } from '../../core/api/call.ts'
import { pictures } from '../../platform/picture.ts'
import type { PictureSurroundings } from '../../features/account/PictureCard.tsx'
import type { SmallPicture } from '../../features/account/use-chosen-picture.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { sendPicture } from '../../features/uploads/picture-upload.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'
import { readUser, renewUser } from '../../core/session/renew-user.ts'

/** What a person's own picture needs of the shell. */
export function pictureSurroundings(
  { userImgPath, sex }: Pick<SessionUser, 'userImgPath' | 'sex'>,
  language: Language,
): PictureSurroundings {
  return {
    picture: userImgPath,
    sex,
    fit: (signal, file) => pictures.fit(signal, file, 'square'),
    async save(picture) {
      await sendPicture(new AbortController().signal, picture, { fileName: 'portrait', purpose: 'account' })
      await renewUser()
    },
    async remove() {
      const before = await readPicture()
      await call(removeOwnPicture, {})
      await renewUser()
      return before
    },
    describe: (error) => describe(error, language),
  }
}

/** The bytes of the person's picture, with which its removal can be taken back: the server keeps none of them. Null when they cannot be had. */
async function readPicture(): Promise<SmallPicture | null> {
  // A call renews a session that has run out, which fetching a picture does not.
  const address = (await readUser())?.userImgPath
  const response = address ? await fetch(address).catch(() => null) : null
  const bytes = response?.ok ? await response.blob() : null
  if (!bytes?.type.startsWith('image/')) return null
  return { bytes, type: bytes.type === 'image/png' ? 'png' : 'jpg' }
}

function describe(error: unknown, language: Language): string {
  if (error instanceof PortalError) return errorTexts[error.code][language === 'en' ? 'en' : 'zh']
  return failureMessage(error, language, signInTexts(language).errors).text
}
