// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using test::parse;
using test::render;

/// "NAME:KEY=VALUE…": what is taken, and what is said of everything else.
class LowerSettings : public QObject
{
    Q_OBJECT

private slots:
    void everyPassTellsItsSettings()
    {
        std::string table;
        for (const PassInfo& pass : passes()) {
            QVERIFY(!pass.help.empty());
            table += std::string(pass.name) + ":";
            for (const PassSetting& setting : pass.settings) {
                QVERIFY(setting.admits(setting.defaultValue));
                QVERIFY(!setting.values.empty());
                QVERIFY(!setting.help.empty());
                table += " " + std::string(setting.key) + "=" + std::string(setting.defaultValue);
            }
            table += "\n";
        }
        QCOMPARE(table, std::string(
                            "send-recv: style=torch\n"
                            "fsdp: style=torch max_active_stages=3 unshard_lookahead=full "
                            "defer_reduce_grad_wait=false\n"
                            "torch: max_active_stages=3 unshard_lookahead=full defer_reduce_grad_wait=false "
                            "defer_pp_recv=false max_outstanding_sends=none release=2.15\n"
                            "strip:\n"
                            "merge-backward:\n"
                            "recompute: style=full chunks=all time=auto share=auto\n"
                            "offload: style=primus chunks=all time=auto in_flight=auto\n"
                            "vocabulary: forward=auto backward=auto\n"
                            "parts: cells=overlapped attention=auto dispatch=auto experts=auto combine=auto\n"
                            "tail: reduce=none embedding=false clip=true optimizer=true gather=true\n"));
    }

    void separatorsAndCase_data()
    {
        QTest::addColumn<QString>("pass");
        QTest::newRow("colons") << "fsdp:max_active_stages=1:defer_reduce_grad_wait=true";
        QTest::newRow("commas") << "fsdp:max_active_stages=1,defer_reduce_grad_wait=true";
        QTest::newRow("blanks") << "fsdp: max_active_stages = 1 , defer_reduce_grad_wait = true";
        QTest::newRow("any case") << "fsdp:Max_Active_Stages=1,defer_reduce_grad_wait=TRUE,style=Torch";
        QTest::newRow("a list before another setting")
            << "fsdp:unshard_lookahead=1,defer_reduce_grad_wait=true,max_active_stages=1";
    }

    void separatorsAndCase()
    {
        QFETCH(QString, pass);
        const Result<Schedule> lowered = applyPass(pass.toStdString(), parse("0F0 2F0 2B0 0B0"));
        QVERIFY2(lowered.has_value(), lowered ? "" : lowered.error().text().c_str());
        QCOMPARE(render(*lowered),
                 std::string("0UNSHARD 0F0 0RESHARD 2UNSHARD 2F0 2B0 2REDUCE_GRAD 2RESHARD 0UNSHARD 0B0 "
                             "2WAIT_REDUCE_GRAD 0REDUCE_GRAD 0RESHARD 0WAIT_REDUCE_GRAD"));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("pass");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* pass, const char* said) {
            QTest::newRow(name) << pass << said;
        };
        row("unknown pass", "fold",
            "unknown pass 'fold'; the passes are send-recv, fsdp, torch, strip, merge-backward, recompute, "
            "offload, vocabulary, parts, tail");
        row("mistyped pass", "sendrecv",
            "unknown pass 'sendrecv' (did you mean send-recv?); the passes are send-recv, fsdp, torch, "
            "strip, merge-backward, recompute, offload, vocabulary, parts, tail");
        row("no pass", "",
            "unknown pass ''; the passes are send-recv, fsdp, torch, strip, merge-backward, recompute, "
            "offload, vocabulary, parts, tail");
        row("settings of a pass without", "strip:style=torch",
            "pass strip takes no settings; found 'style=torch'");
        row("unknown setting", "send-recv:colour=red",
            "pass send-recv has no setting 'colour'; it takes style");
        row("mistyped setting", "fsdp:max_activ_stages=1",
            "pass fsdp has no setting 'max_activ_stages' (did you mean max_active_stages?); it takes style, "
            "max_active_stages, unshard_lookahead, defer_reduce_grad_wait");
        row("begin of a setting", "torch:max-out=1",
            "pass torch has no setting 'max-out' (did you mean max_outstanding_sends?); it takes "
            "max_active_stages, unshard_lookahead, defer_reduce_grad_wait, defer_pp_recv, "
            "max_outstanding_sends, release");
        row("setting of another pass", "send-recv:max_active_stages=1",
            "pass send-recv has no setting 'max_active_stages'; it takes style");
        row("nothing behind the colon",
            "send-recv:", "expected KEY=VALUE after 'send-recv:'; it takes style");
        row("no value", "torch:defer_pp_recv",
            "defer_pp_recv has no value: write defer_pp_recv=false; torch takes true or false");
        row("given twice", "torch:defer_pp_recv=true,defer_pp_recv=true", "defer_pp_recv is given twice");
        row("unknown choice", "send-recv:style=hp",
            "style is 'hp'; send-recv takes torch, hyper-parallel or hyper-parallel-aligned");
        row("style of another pass", "fsdp:style=hyper-parallel-aligned",
            "style is 'hyper-parallel-aligned'; fsdp takes torch or hyper-parallel");
        row("no boolean", "torch:defer_pp_recv=1", "defer_pp_recv is '1'; torch takes true or false");
        row("number too small", "fsdp:max_active_stages=0",
            "max_active_stages is '0'; fsdp takes a whole number from 1 to 4194304");
        row("no number", "fsdp:max_active_stages=two",
            "max_active_stages is 'two'; fsdp takes a whole number from 1 to 4194304");
        row("negative", "torch:max_outstanding_sends=-1",
            "max_outstanding_sends is '-1'; torch takes none, or a whole number from 0 to 4294967295");
        row("look-ahead in words", "fsdp:unshard_lookahead=far",
            "unshard_lookahead is 'far'; fsdp takes full, auto, or whole numbers from 1 to "
            "max_active_stages: one, or one for each rank (1,2,3)");
        row("look-ahead over what is held", "fsdp:max_active_stages=2,unshard_lookahead=3",
            "unshard_lookahead is '3', but it needs numbers from 1 to max_active_stages (2)");
        row("look-ahead for too many ranks", "fsdp:unshard_lookahead=1,2",
            "unshard_lookahead is '1,2', but it needs one number, or one for each rank (1)");
        row("PyTorch's setting in hyper_parallel's style",
            "fsdp:style=hyper-parallel,defer_reduce_grad_wait=true",
            "defer_reduce_grad_wait is true, but fsdp takes it only with style=torch");
    }

    void refusals()
    {
        QFETCH(QString, pass);
        QFETCH(QString, said);
        const Result<Schedule> lowered = applyPass(pass.toStdString(), parse("0F0 0B0"));
        QVERIFY(!lowered);
        QCOMPARE(lowered.error().text(), said.toStdString());
        QVERIFY(lowered.error().kind == ErrorKind::InvalidInput);
    }

    void aListGoesOnAfterCommas()
    {
        const Schedule order = parse("0F0 2F0 2B0 0B0\n1F0 3F0 3B0 1B0");
        const Schedule lowered =
            applyPass("fsdp:unshard_lookahead=1,2:max_active_stages=2,defer_reduce_grad_wait=true", order)
                .value();
        QCOMPARE(render(lowered).substr(0, 21), std::string("0UNSHARD 0F0 2UNSHARD"));
        QCOMPARE(render(applyPass("strip", lowered).value()), render(order));
        QVERIFY(render(lowered).find("\n1UNSHARD 3UNSHARD 1F0") != std::string::npos);
        QCOMPARE(applyPass("fsdp:max_active_stages=2,2", order).error().text(),
                 std::string("pass fsdp has no setting '2'; it takes style, max_active_stages, "
                             "unshard_lookahead, defer_reduce_grad_wait"));
    }

    void aCancelledPassStops()
    {
        const CancelToken cancel;
        cancel.cancel();
        // As many rounds as the longest way between two looks at the token.
        Schedule order = parse("0F0\n1F0");
        for (std::uint32_t k = 1; k < 1000; ++k)
            for (std::uint32_t r = 0; r < 2; ++r)
                order.rows[r].emplace_back(StageId{r}, ActionKind::Forward, MicrobatchId{k});
        countStagesAndMicrobatches(order);
        for (const char* pass :
             {"send-recv", "send-recv:style=hyper-parallel", "send-recv:style=hyper-parallel-aligned", "fsdp",
              "fsdp:style=hyper-parallel", "torch"}) {
            const Result<Schedule> lowered = applyPass(pass, order, cancel);
            QVERIFY2(!lowered, pass);
            QVERIFY(lowered.error().kind == ErrorKind::Cancelled);
            QCOMPARE(lowered.error().text(), std::string("lowering was stopped"));
        }
    }

    void theColumnScanNeedsBubbles()
    {
        for (const char* pass : {"send-recv:style=hyper-parallel", "send-recv:STYLE=Hyper-Parallel"})
            QVERIFY2(needsBubbles(pass), pass);
        for (const char* pass :
             {"send-recv", "send-recv:style=torch", "send-recv:style=hyper-parallel-aligned",
              "fsdp:style=hyper-parallel", "torch", "strip", "send-recv:style=", ""})
            QVERIFY2(!needsBubbles(pass), pass);
        ScheduleRequest request;
        request.schedule = "interleaved-1f1b";
        request.options["variant"] = "hyper-parallel";
        const std::string pass = "send-recv:style=hyper-parallel";
        const auto problemsOf = [&](bool padded) {
            return validate(*applyPass(pass, *generate(request, {padded})), {}).size();
        };
        QCOMPARE(problemsOf(true), std::size_t{0});
        QVERIFY(problemsOf(false) > 0);
    }
};

BUBBLESCOPE_TEST(LowerSettings)
#include "lower_settings.moc"
