import type { KitTexts } from '../zh-CN/kit.ts'

const kit: KitTexts = {
  noData: 'No data',
  loadMore: 'Load more',
  loadingMore: 'Loading more',
  loadFailed: 'This did not load',
  loadedAll: 'Everything is loaded',
  scrollable: 'Scrollable area',
  colour: {
    open: '{{label}}: {{colour}}',
    area: 'Brightness and saturation',
    hue: 'Hue',
    hex: 'Colour code',
    swatches: 'Common colours',
  },
  font: {
    family: 'Font',
    size: 'Font size',
    sample: 'Sample 永和',
    families: {
      SimSun: 'SimSun',
      KaiTi: 'KaiTi',
      'Microsoft YaHei': 'Microsoft YaHei',
      SimHei: 'SimHei',
      LiSu: 'LiSu',
      STXingkai: 'STXingkai',
    },
  },
  chart: {
    showTable: 'Show table',
    showChart: 'Show chart',
    category: 'Category',
    failed: 'The chart could not be drawn; this is its table',
  },
}

export default kit
