import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import * as z from 'zod/mini'
import { beginSecondStep, confirmSecondStep } from '../../../contract/endpoints/sign-in/second-factor.ts'
import { PASSWORD } from '../../e2e/fixtures.ts'

/** Turns the second step on for the signed-in person, and returns the recovery codes. */
export async function turnOnSecondStep(page: Page): Promise<string[]> {
  const headers = { 'x-portal-device': 'pc' }
  const post = async (path: string, form: Record<string, string>) =>
    (await (await page.request.post(path, { headers, form })).json()).data
  const { secret } = z.parse(beginSecondStep.response, await post(beginSecondStep.path, { password: PASSWORD }))
  const confirmed = await post(confirmSecondStep.path, { code: new TOTP({ secret }).generate() })
  return z.parse(confirmSecondStep.response, confirmed).recoveryCodes
}
