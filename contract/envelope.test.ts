import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bilingual, envelopeSchema, refusalText, textFor } from './envelope.ts'

const failed = { status: 400, code: 'request.invalid', message: '内容有误|||Not valid' }

describe('textFor', () => {
  it('gives back what bilingual joined', () => {
    const message = bilingual('请先登录', 'Please sign in first')
    expect(message).toBe('请先登录|||Please sign in first')
    expect(textFor('zh-CN', message)).toBe('请先登录')
    expect(textFor('en', message)).toBe('Please sign in first')
  })

  it('gives a message without separator to both languages', () => {
    expect(textFor('zh-CN', 'ok')).toBe('ok')
    expect(textFor('en', 'ok')).toBe('ok')
    expect(textFor('en', 'a | b || c')).toBe('a | b || c')
    expect(textFor('en', '')).toBe('')
  })

  it('splits at the first separator', () => {
    expect(textFor('zh-CN', '一|||two|||three')).toBe('一')
    expect(textFor('en', '一|||two|||three')).toBe('two|||three')
  })

  it('gives nothing for the half that is missing', () => {
    expect(textFor('en', '只有中文|||')).toBe('')
    expect(textFor('zh-CN', '|||only English')).toBe('')
  })
})

describe('refusalText', () => {
  it('joins the field errors', () => {
    const envelope = {
      ...failed,
      fieldErrors: [{ field: 'username', message: '用户名空|||No name' }, { message: '密码空|||No password' }],
    }
    expect(refusalText('zh-CN', envelope)).toBe('用户名空，密码空')
    expect(refusalText('en', envelope)).toBe('No name, No password')
  })

  it('falls back to the message when no field error says anything', () => {
    expect(refusalText('en', failed)).toBe('Not valid')
    expect(refusalText('en', { ...failed, fieldErrors: [] })).toBe('Not valid')
    expect(refusalText('zh-CN', { ...failed, fieldErrors: [{ message: '' }] })).toBe('内容有误')
    expect(refusalText('en', { ...failed, fieldErrors: [{ message: '只有中文|||' }] })).toBe('Not valid')
  })

  it('is undefined when there is nothing to say', () => {
    expect(refusalText('en', { ...failed, message: '' })).toBeUndefined()
    expect(refusalText('en', { ...failed, message: '只有中文|||' })).toBeUndefined()
  })
})

describe('envelopeSchema', () => {
  it('takes the smallest and the fullest envelope', () => {
    const full = { ...failed, fieldErrors: [{ field: 'a', message: 'b' }], data: { any: ['thing'] } }
    expect(z.parse(envelopeSchema, failed)).toEqual(failed)
    expect(z.parse(envelopeSchema, full)).toEqual(full)
  })

  it.each([
    null,
    'text',
    [],
    {},
    { ...failed, status: '400' },
    { ...failed, code: undefined },
    { ...failed, message: null },
    { ...failed, fieldErrors: 'no list' },
    { ...failed, fieldErrors: [{ field: 'a' }] },
  ])('refuses %j', (value) => {
    expect(z.safeParse(envelopeSchema, value).success).toBe(false)
  })
})
