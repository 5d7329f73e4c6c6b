export { browserOf } from './browser.js';
export {
  Email,
  HasLength,
  LAST_SECOND,
  MayBeLeftOut,
  OptionalBoolean,
  OptionalChoice,
  OptionalEmail,
  OptionalLocale,
  OptionalMetadata,
  OptionalText,
  OptionalWhole,
  Text,
} from './fields.js';
export { LimitQuery, PageQuery, PageView, toPage } from './page.dto.js';
export { Address, Choice, Flag, Parameter, Seconds, Uuid } from './parameters.js';
export { Reason } from './reason.js';
export { ShutdownSignal } from './shutdown-signal.js';
export { Time, TimeOrNull } from './times.js';
