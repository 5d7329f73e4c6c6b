/** The parser of css-tree alone, without its dictionary of properties. */
declare module 'css-tree/parser' {
  import { parse } from 'css-tree';

  export default parse;
}
