import { expect, test } from '../fixtures.ts'

test('a picture of another site is refused, and the operator reads so in the log', async ({
  page,
  portal,
  tolerate,
}) => {
  tolerate(/Content Security Policy/)
  // The browser of the tests has no reporting service, and sends nothing where a policy names one.
  await page.route('**/login?*', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': policy = '', 'reporting-endpoints': named } = response.headers()
    expect(named).toBe('csp="/api/csp_report"')
    expect(policy).toContain('; report-to csp')
    const headers = { ...response.headers(), 'content-security-policy': policy.replace('; report-to csp', '') }
    await route.fulfill({ response, headers })
  })
  await page.goto('/login?ticketless=private')
  await page.evaluate(() => {
    const picture = document.createElement('img')
    picture.src = 'https://tracker.example/pixel.png?who=teacher'
    document.body.append(picture)
  })
  const line = () => portal.output.split('\n').find((text) => text.includes('content-security policy')) ?? '{}'
  await expect.poll(line).toContain('tracker.example')
  expect(JSON.parse(line())).toMatchObject({
    level: 'warn',
    directive: 'img-src',
    blocked: 'https://tracker.example',
    page: `localhost:${portal.port}/login`,
    times: 1,
  })
  expect(line()).not.toMatch(/private|who=/)
})
