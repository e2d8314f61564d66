import { expect, it } from 'vitest'
import { isEmail } from './email.ts'

it.each([
  'teacher@school.example',
  'li.lei+class4@mail.school.example.cn',
  "o'brien@school.example",
  'a@b.cn',
  '1234567890@qq.com',
  'UPPER@SCHOOL.EXAMPLE',
  'a@1.school.example',
  'a@xn--fiqs8s.xn--fiqs8s',
  `${'a'.repeat(64)}@school.example`,
])('takes %s', (address) => {
  expect(isEmail(address)).toBe(true)
})

it.each([
  '',
  '@',
  'a@',
  '@school.example',
  'school.example',
  'a@school',
  'a@school.',
  'a@.school.example',
  'a@school..example',
  'a@-school.example',
  'a@school-.example',
  'a@school.e',
  'a@127.0.0.1',
  '.a@school.example',
  'a.@school.example',
  'a..b@school.example',
  'a b@school.example',
  'a@b@school.example',
  'a@school.example ',
  'a@school.example\n',
  'a@sch ool.example',
  '李雷@school.example',
  `${'a'.repeat(65)}@school.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'school.'.repeat(40)}example`,
])('refuses %j', (address) => {
  expect(isEmail(address)).toBe(false)
})

it('answers at once for a long text made to confuse the pattern', () => {
  expect(isEmail(`a@${'a-'.repeat(100_000)}`)).toBe(false)
  expect(isEmail(`${'a.'.repeat(30)}@${'a.'.repeat(60)}`)).toBe(false)
})
