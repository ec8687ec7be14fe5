/**
 * The end of each statement. The default collations ignore case, accents or trailing blanks, so
 * that two ids can be equal. Each server has its own collation that does not, and ignores the
 * comment for the other server.
 *
 * @see https://dev.mysql.com/doc/refman/8.4/en/comments.html
 * @see https://mariadb.com/docs/server/reference/sql-statements/comment-syntax
 */
export const TABLE_OPTIONS: string =
  'ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 ' +
  '/*!80017 COLLATE utf8mb4_0900_bin */ /*M!100201 COLLATE utf8mb4_nopad_bin */'
