package dev.rota.testing;

import java.util.Base64;
import java.util.List;

/** Turns as Rota 0.1 wrote them, each in a record of its own. This program does not read them. */
public final class OldEntry {
  private static final String INPUT =
      "DGJ1aWxkcxb4EAICCGpvYnMAFPgQ4IShBae31Zm4NG08ulrFG3VtfinH73f9nv8x/erjE4"
          + "kAAAIywwEwcYm2mSJzqgxidWlsZHMCDGpvYi0tMQJgrvSuPczB4wk5Iko0WX73BrmbN2ov"
          + "NRoxTVpiPDRE7xm7ObnVbUX7AlQGwFlS1Y5QmvziVdEqgEle0iBbgVuD3chp9+f+DbjO";

  private static final String UNREADABLE =
      "DGJ1aWxkcyDuJAYCCGpvYnMAHu4kkka+Hpup9d5br3ZqJW63JemnVR+5PX+qeTyTjg9B3j"
          + "UCFkVNUFRZX1ZBTFVFAgxidWlsZHMAAms37zkyoBBrtwd+SDWZ3+mkVMP+1Vn4+tcjY3HG"
          + "knnyNDEw4ApNW2ECy1iSZkrT7a+DN8/rdYQp6x08RQ6CMJ8Iv4G5vaIwIEo=";

  private OldEntry() {}

  /** Turn 11 of lane builds, an input, in Avro binary. */
  public static byte[] bytes() {
    return Base64.getDecoder().decode(INPUT);
  }

  /** That one, and a turn of a record that could not be read. */
  public static List<byte[]> all() {
    return List.of(bytes(), Base64.getDecoder().decode(UNREADABLE));
  }
}
