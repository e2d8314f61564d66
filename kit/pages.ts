import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Language } from '../contract/envelope.ts'

/** The id is in the address. */
export interface CataloguePage {
  id: string
  title: Record<Language, string>
  about: Record<Language, string>
  Page: LazyExoticComponent<ComponentType>
}

function page(
  id: string,
  [chinese, english]: readonly [string, string],
  [aboutChinese, aboutEnglish]: readonly [string, string],
  load: () => Promise<{ default: ComponentType }>,
): CataloguePage {
  return {
    id,
    title: { 'zh-CN': chinese, en: english },
    about: { 'zh-CN': aboutChinese, en: aboutEnglish },
    Page: lazy(load),
  }
}

const dialog = page(
  'dialog',
  ['对话框', 'Dialog'],
  [
    '宽 60%，距顶 15%，层级从 1500 起；按 Esc 关闭，拖动标题可以移动，但不会移出窗口。',
    'As wide as 60%, 15% from the top, layers from 1500. Escape closes; dragging the title moves it, never out of the window.',
  ],
  () => import('./pages/DialogPage.tsx'),
)

/** All pages, in the order of the list. */
export const pages: readonly CataloguePage[] = [
  dialog,
  page(
    'notices',
    ['提示', 'Notices'],
    [
      '停留 2 秒，间隔 16 像素；指着或聚焦时不会消失，可以带“撤销”。',
      'Stay for 2 seconds, 16 pixels apart. Pointing at one or focusing it keeps it; it may offer an undo.',
    ],
    () => import('./pages/NoticesPage.tsx'),
  ),
  page(
    'colour-picker',
    ['颜色与字体', 'Colour and font'],
    [
      '默认颜色 #000；可以同时选择字体和字号。点击页面其他地方会关闭面板。',
      'The default is #000; font and size can be chosen too. Any click in the document closes the panel.',
    ],
    () => import('./pages/ColorPickerPage.tsx'),
  ),
  page(
    'desktop-card',
    ['桌面卡片', 'Desktop card'],
    ['桌面上有标题的一块内容。', 'A titled part of the desktop.'],
    () => import('./pages/DesktopCardPage.tsx'),
  ),
  page(
    'scroll-box',
    ['滚动容器', 'Scroll container'],
    [
      '滚动条宽 10 像素，方向键每次滚动 15 像素；滚动本身由浏览器完成。',
      'Bars of 10 pixels; an arrow key scrolls by 15. The browser itself does the scrolling.',
    ],
    () => import('./pages/ScrollBoxPage.tsx'),
  ),
  page(
    'empty-state',
    ['空状态', 'Empty state'],
    ['没有内容时显示的小图、说明和下一步。', 'A small drawing, words and the next step where there is nothing.'],
    () => import('./pages/EmptyStatePage.tsx'),
  ),
  page(
    'charts',
    ['图表', 'Charts'],
    [
      '折线图、柱状图和饼图；可以切换成表格，读屏软件始终读表格。',
      'Lines, bars and a pie. Each can be shown as a table, which screen readers always have.',
    ],
    () => import('./pages/ChartsPage.tsx'),
  ),
  page(
    'page-frame',
    ['页头与页脚', 'Page header and footer'],
    ['页面的标题、操作和底部按钮。', 'The title of a page, its actions, and the buttons at its foot.'],
    () => import('./pages/PageFramePage.tsx'),
  ),
  page(
    'load-more',
    ['加载更多', 'Load more'],
    [
      '列表末尾离可见区域 10 像素以内时自动加载；也可以按按钮。',
      'Loads when the end of the list comes within 10 pixels of sight, or at the press of a button.',
    ],
    () => import('./pages/LoadMorePage.tsx'),
  ),
  page(
    'time-ago',
    ['多久以前', 'Time ago'],
    [
      '30 秒、1 小时、1 天、2 天为界，自动更新。',
      'Changes its words at 30 seconds, an hour, a day and two days, and keeps itself up to date.',
    ],
    () => import('./pages/TimeAgoPage.tsx'),
  ),
  page(
    'formats',
    ['数字与日期', 'Numbers and dates'],
    [
      '数字以 k、M、G、T、P、E 缩写；八位数字读作年月日。',
      'Numbers are shortened to k, M, G, T, P and E. Eight digits are read as a date.',
    ],
    () => import('./pages/FormatsPage.tsx'),
  ),
  page(
    'permissions',
    ['按权限显示', 'Shown by permission'],
    ['没有权限代码的人看不到的内容。', 'What is hidden from whoever lacks a permission code.'],
    () => import('./pages/PermissionsPage.tsx'),
  ),
  page(
    'buttons',
    ['按钮', 'Buttons'],
    ['按钮说的是按下后发生的事。', 'A button says what happens when it is pressed.'],
    () => import('./pages/ButtonsPage.tsx'),
  ),
  page(
    'fields',
    ['输入框', 'Fields'],
    ['标签在上，提示和错误在下。', 'The label stands above, hints and errors below.'],
    () => import('./pages/FieldsPage.tsx'),
  ),
  page(
    'avatar',
    ['头像', 'Avatar'],
    [
      '本人的照片；没有或取不到时画一个。',
      'A person’s picture, or a drawn one where there is none or it cannot be had.',
    ],
    () => import('./pages/AvatarPage.tsx'),
  ),
  page(
    'progress',
    ['进度与骨架', 'Progress and skeleton'],
    ['等待时看到的内容。骨架在 300 毫秒后才出现。', 'What is seen while waiting. A skeleton appears after 300 ms.'],
    () => import('./pages/ProgressPage.tsx'),
  ),
  page(
    'file-names',
    ['文件名', 'File names'],
    [
      '放不下时省略中间，扩展名始终可见；图标按扩展名选择。',
      'What does not fit goes from the middle, and the extension stays. The picture follows the extension.',
    ],
    () => import('./pages/FileNamesPage.tsx'),
  ),
  page(
    'tokens',
    ['颜色与尺寸', 'Colours and sizes'],
    ['所有组件都由这些变量组成。', 'Every widget is made of these.'],
    () => import('./pages/TokensPage.tsx'),
  ),
]

/** The page of a hash such as `#/dialog`; else the first one. */
export function pageOf(hash: string): CataloguePage {
  return pages.find(({ id }) => hash === `#/${id}`) ?? dialog
}
