#include <stdio.h>

#define EACH(of) \
  of(0) of(1) of(2) of(3) of(4) of(5) of(6) of(7) of(8) of(9) of(10) of(11) \
  of(12) of(13) of(14) of(15) of(16) of(17) of(18) of(19) of(20) of(21) of(22) of(23)
#define DECLARE(i) int part##i(void);
#define ADD(i) + part##i()

EACH(DECLARE)

int main(void) {
  printf("the sum is %d of 24 parts\n", 0 EACH(ADD));
  return 0;
}
