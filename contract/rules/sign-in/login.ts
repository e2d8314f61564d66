import type { ErrorCode } from '../../errors.ts'

export interface LoginForm {
  readonly username: string
  readonly password: string
}

export interface LoginFieldError {
  readonly field: keyof LoginForm
  readonly code: Extract<ErrorCode, 'login.username_empty' | 'login.password_empty'>
}

export type LoginCheck =
  | { readonly ok: true; readonly form: LoginForm }
  | { readonly ok: false; readonly errors: readonly [LoginFieldError, ...LoginFieldError[]] }

/** The trimmed login form, or an error for each empty field, in the order of the fields. */
export function checkLoginForm(form: LoginForm): LoginCheck {
  const username = form.username.trim()
  const password = form.password.trim()
  const noUsername = { field: 'username', code: 'login.username_empty' } as const
  const noPassword = { field: 'password', code: 'login.password_empty' } as const
  if (!username) return { ok: false, errors: password ? [noUsername] : [noUsername, noPassword] }
  if (!password) return { ok: false, errors: [noPassword] }
  return { ok: true, form: { username, password } }
}
