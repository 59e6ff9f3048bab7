// SPDX-License-Identifier: Apache-2.0
#include "app/probe/run_program.h"

int main(int argc, char** argv)
{
    return bubblescope::probe::runProgram(argc, argv);
}
