import { expect, it } from 'vitest'
import { describeWeekdays } from './calendar.ts'

it.each([
  [[1, 2, 3, 4, 5], '周一至周五', 'Mon to Fri'],
  [[6, 7], '周六、周日', 'Sat, Sun'],
  [[5, 1, 3, 2, 7], '周一至周三、周五、周日', 'Mon to Wed, Fri, Sun'],
  [[4], '周四', 'Thu'],
  [[1, 2, 3, 4, 5, 6, 7], '周一至周日', 'Mon to Sun'],
])('says %j in words', (weekdays, chinese, english) => {
  expect(describeWeekdays(weekdays, 'zh-CN')).toBe(chinese)
  expect(describeWeekdays(weekdays, 'en')).toBe(english)
})
