import type { Place, PlaceTool } from './place.ts'

const of = (tool: PlaceTool, names: Omit<Place, 'at'>): Place => ({ at: { tool }, ...names })

/** What the frame does from everywhere. Its dialogs for messages, the theme and logging out are actions of the search itself. */
export const TOOL_PLACES: readonly Place[] = [
  of('todos', {
    chinese: '待办',
    pinyin: 'dai ban',
    english: 'To-dos',
    words: 'tasks, answers, 回执, huizhi',
  }),
  of('voice', {
    chinese: '语音助手',
    pinyin: 'yu yin zhu shou',
    english: 'Voice assistant',
    words: 'speak, microphone, 麦克风, maikefeng',
  }),
  of('child', {
    chinese: '选择孩子',
    pinyin: 'xuan ze hai zi',
    english: 'Choose child',
    words: 'children, 切换孩子, qiehuanhaizi',
  }),
  of('children', {
    chinese: '所有孩子的消息和待办',
    pinyin: 'suo you hai zi de xiao xi he dai ban',
    english: 'All children’s messages and to-dos',
    words: 'overview, family',
  }),
  of('role', {
    chinese: '切换身份',
    pinyin: 'qie huan shen fen',
    english: 'Switch role',
    words: 'teacher, parent, 教师, jiaoshi, 家长, jiazhang',
  }),
  of('arrange', {
    chinese: '调整图标',
    pinyin: 'tiao zheng tu biao',
    english: 'Arrange icons',
    words: 'move, order, reset the order, 排序, paixu, 恢复默认, huifumoren',
  }),
  of('fullscreen', { chinese: '全屏', pinyin: 'quan ping', english: 'Fullscreen', words: 'full screen' }),
  of('downloads', {
    chinese: '下载客户端',
    pinyin: 'xia zai ke hu duan',
    english: 'Download the client',
    words: 'install, Windows, 安装, anzhuang',
  }),
]
