import { describe, expect, it } from 'vitest'
import { syllablesOf } from '../desktop/pinyin.ts'
import { matchPhrase, normalizeSpoken, withoutFillers, type SpokenText } from './match-phrase.ts'

const PHRASES: Readonly<Record<string, string>> = {
  考勤: 'attendance',
  Attendance: 'attendance',
  文件: 'files',
  Files: 'files',
  上传文件: 'upload',
  国家图书馆: 'library',
  国家智慧教育平台: 'smart',
  'National Library of China': 'library',
  'National Education Examinations': 'exams',
  师资: 'teachers',
  浪漫: 'romance',
  修改密码: 'password',
}

const spoken = async (text: string): Promise<SpokenText> => ({ text, syllables: await syllablesOf(text) })

async function find(said: string): Promise<string | null> {
  const phrases = await Promise.all(
    Object.entries(PHRASES).map(async ([text, opens]) => ({ ...(await spoken(normalizeSpoken(text))), opens })),
  )
  return matchPhrase(await Promise.all(withoutFillers(normalizeSpoken(said)).map(spoken)), phrases)
}

describe('a phrase is found', () => {
  it.each([
    ['as it is written', '考勤', 'attendance'],
    ['with marks around it', '“考勤。”', 'attendance'],
    ['in English, whatever the case', 'ATTENDANCE.', 'attendance'],
    ['with polite words', '请帮我打开考勤页面，谢谢', 'attendance'],
    ['with polite words in English', 'Could you please open the Files app?', 'files'],
    ['and a verb that belongs to it is kept', '修改密码', 'password'],
    ['by a homophone', '打开烤琴', 'attendance'],
    ['with a flat sound for a retroflex one', '丝子', 'teachers'],
    ['with n for ng and l for n', '难慢', 'romance'],
    ['typed in pinyin', 'kaoqin', 'attendance'],
    ['typed in pinyin with another ending', 'kao qing', 'attendance'],
    ['within a sentence', '我想看一下孩子今天的考勤情况', 'attendance'],
    ['within a sentence by its sound', '看看今天孩子的考琴', 'attendance'],
    ['within an English sentence', 'what is new in my files today', 'files'],
    ['before a shorter one within it', '我要上传文件到班级', 'upload'],
    ['by a part that no other has', '图书馆', 'library'],
    ['by a part in English', 'open education examinations', 'exams'],
  ])('%s', async (_, said, opens) => {
    expect(await find(said)).toBe(opens)
  })
})

describe('nothing is found', () => {
  it.each([
    ['for a part that several share', '国家'],
    ['for a part that several share in English', 'national'],
    ['for one syllable', '文'],
    ['for a word that only ends like one', 'profiles'],
    ['for polite words alone', '请打开'],
    ['for marks alone', '……'],
    ['for something else', '今天天气怎么样'],
  ])('%s', async (_, said) => {
    expect(await find(said)).toBeNull()
  })
})
