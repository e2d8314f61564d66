import { expect, it } from 'vitest'
import { checkLoginForm } from './login.ts'

it('trims both values', () => {
  expect(checkLoginForm({ username: ' teacher\t', password: '\u3000Campus2026\n' })).toEqual({
    ok: true,
    form: { username: 'teacher', password: 'Campus2026' },
  })
})

it('keeps spaces inside the values', () => {
  expect(checkLoginForm({ username: 'Li Lei', password: 'two words' })).toEqual({
    ok: true,
    form: { username: 'Li Lei', password: 'two words' },
  })
})

it.each(['', ' ', '\t\n', '\u3000'])('names the user name when it is %j', (username) => {
  expect(checkLoginForm({ username, password: 'x' })).toEqual({
    ok: false,
    errors: [{ field: 'username', code: 'login.username_empty' }],
  })
})

it.each(['', ' ', '\t\n', '\u3000'])('names the password when it is %j', (password) => {
  expect(checkLoginForm({ username: 'x', password })).toEqual({
    ok: false,
    errors: [{ field: 'password', code: 'login.password_empty' }],
  })
})

it('names both fields when both are empty, the user name first', () => {
  const check = checkLoginForm({ username: '', password: '' })
  expect(check).toEqual({
    ok: false,
    errors: [
      { field: 'username', code: 'login.username_empty' },
      { field: 'password', code: 'login.password_empty' },
    ],
  })
})
