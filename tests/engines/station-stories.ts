import { setCard } from '../../contract/endpoints/attendance/attendance-admin.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { signIn as signInAsCaller } from '../support/callers/portal-caller.ts'
import { fill, PASSWORD, see, signIn, type Story } from './story.ts'

const PIN = '135790'
const CARD = '00998877'

export const stationStories: readonly Story[] = [
  {
    name: 'a station: registered by an administrator, it takes a card number and names its person',
    async tell(scene) {
      const { page, network, portalUrl } = scene
      const staff = await signInAsCaller(portalUrl, { username: 'staff', password: PASSWORD })
      const { userId } = await staff.call(session.me, {})
      const admin = await signInAsCaller(portalUrl, { username: 'admin', password: PASSWORD })
      await admin.call(setCard, { kind: 'staff', id: userId, number: CARD })

      await signIn(scene, 'admin')
      await page.goto(`${network.url}/pages/attendance/station`)
      await fill(page, { css: 'input', name: '名称' }, '南门')
      await fill(page, { css: 'input', name: '退出 PIN' }, PIN)
      await fill(page, { css: 'input', name: '再输入一次' }, PIN)
      await page.click({ css: 'button', name: '登记这台设备' })
      await see(page, { css: '*', name: '已连接' })
      // Which of the two the station suggests depends on the hour.
      await page.click({ css: 'label', name: '进' })
      await fill(page, { css: 'input', name: '卡号或个人码' }, CARD)
      await page.press('Enter')
      await see(page, { css: '[role=status]', name: /陈佩珊[^]*\d\d:\d\d 进/ })
    },
  },
]
