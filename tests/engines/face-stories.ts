import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as faceAdmin from '../../contract/endpoints/faces/face-admin.ts'
import type { FaceSettings } from '../../contract/endpoints/faces/face-admin.ts'
import * as face from '../../contract/endpoints/faces/face.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { FACE_CONSENT_VERSION } from '../../contract/face-consent.ts'
import { drawnPhoto } from '../support/samples/drawn-face.ts'
import { signIn as signInAsCaller } from '../support/callers/portal-caller.ts'
import { waitFor, type Target } from './engine-page.ts'
import { ICON, openLogin, PASSWORD, see, signIn, type Story } from './story.ts'

/** A face that fills the guide of the camera's picture. */
const FACE = { seed: 4, scale: 0.52 }
const RETRY: Target = { css: '[role=dialog] button, dialog button', name: '点击重试' }

export const faceStories: readonly Story[] = [
  {
    name: 'faces: without a camera the page says so in words, and takes a chosen photo instead',
    async tell(scene) {
      const { page, network, portalUrl, folder } = scene
      await allowFaces(portalUrl, { clockIn: true })
      await signIn(scene, 'teacher')
      await page.goto(`${network.url}/pages/base/desktop/setting?part=face`)
      await page.click({ css: 'main button', name: '我已阅读并同意' })
      await page.click({ css: 'main button', name: '拍照' })
      await see(page, { css: '[role=dialog] *, dialog *', name: '本设备未检测到摄像头！' })
      const photo = path.join(folder, 'me.jpg')
      await writeFile(photo, await drawnPhoto({ seed: 3 }))
      await page.chooseFiles({ css: '[role=dialog] button, dialog button', name: '选择照片' }, [photo])
      await page.click({ css: '[role=dialog] button, dialog button', name: '保存' })
      await see(page, { css: '*', name: '人脸采集完成！' })
    },
  },
  {
    name: 'faces: the worker tracks a face before the camera, and its person is signed in',
    async tell(scene) {
      const { page, portalUrl } = scene
      const photo = (await drawnPhoto(FACE)).toString('base64')
      const staff = await signInAsCaller(portalUrl, { username: 'staff', password: PASSWORD })
      const { userId } = await staff.call(session.me, {})
      await staff.call(face.giveConsent, { userId, textVersion: FACE_CONSENT_VERSION, language: 'zh-CN' })
      await staff.call(face.enrol, { userId, faceImage: photo })
      await allowFaces(portalUrl, { signIn: true, headTurn: false })
      await openLogin(scene)
      await page.evaluate(showToCamera, photo)
      await page.click({ css: 'button', name: '刷脸登录' })
      const isSignedIn = async (): Promise<boolean> => {
        if (await page.isVisible(ICON)) return true
        // On a busy machine 15 s may pass before enough frames were looked at.
        if (await page.isVisible(RETRY)) await page.click(RETRY)
        return false
      }
      await waitFor('the desktop of whose face it is', isSignedIn)
    },
  },
]

async function allowFaces(portalUrl: string, changed: Partial<FaceSettings>): Promise<void> {
  const admin = await signInAsCaller(portalUrl, { username: 'admin', password: PASSWORD })
  await admin.call(faceAdmin.saveSettings, { ...(await admin.call(faceAdmin.settings, {})), ...changed })
}

/** Runs in the page: a camera that sees this photo (JPEG as base64), because not every engine can be given one from outside. */
async function showToCamera(photo: string): Promise<void> {
  const bytes = Uint8Array.from(atob(photo), (character) => character.codePointAt(0) ?? 0)
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
  // A canvas that is not drawn on sends no pictures.
  setInterval(() => canvas.getContext('2d')?.drawImage(picture, 0, 0), 40)
  // Of all of them: WebKit forgets what is added to one that no script holds.
  MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(25)
}
