import { expect, it } from 'vitest'
import { readFilings, writeFilings } from './filings.ts'

it('links both numbers to where authorities list them, the police record with its badge', () => {
  expect(writeFilings([], { icp: '浙ICP备12345678号-1', police: '浙公网安备 33010002000001号' })).toEqual([
    { baContent: '浙ICP备12345678号-1', baUrl: 'https://beian.miit.gov.cn', showImg: false },
    {
      baContent: '浙公网安备 33010002000001号',
      baUrl: 'https://beian.mps.gov.cn/#/query/webSearch?code=33010002000001',
      baImg: '/icons/filing.svg',
      showImg: true,
    },
  ])
})

it('finds them again, by text or address, and keeps what is neither', () => {
  const other = { baContent: '互联网出版许可', baUrl: 'https://press.example' }
  const old = {
    baContent: '京公网安备11010802020134号',
    baUrl: 'http://www.beian.gov.cn/portal/x',
    baImg: '/own.png',
    showImg: true,
  }
  const list = [other, old, { baContent: '粤ICP证B2-20090191' }]
  expect(readFilings(list)).toEqual({ icp: '粤ICP证B2-20090191', police: old.baContent, others: [other] })
  // A number that stays keeps its own address and picture.
  expect(writeFilings(list, { icp: '', police: old.baContent })).toEqual([other, old])
  expect(writeFilings(list, { icp: '', police: '' })).toEqual([other])
  expect(readFilings()).toEqual({ icp: '', police: '', others: [] })
})

it('leaves the order of the list as it is: a new number is where the one before it was', () => {
  const press = { baContent: '互联网出版许可' }
  const list = [press, { baContent: '粤ICP备1号' }, { baContent: '图书馆' }]
  expect(writeFilings(list, { icp: '粤ICP备2号', police: '' }).map(({ baContent }) => baContent)).toEqual([
    '互联网出版许可',
    '粤ICP备2号',
    '图书馆',
  ])
})
